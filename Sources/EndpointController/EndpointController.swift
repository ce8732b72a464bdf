// The controller that loads endpoints comes to this module. Until then, importing it gives what Endpoint gives.
@_exported public import Endpoint
