// A conformance that belongs to an actor is not found by who asks for it elsewhere, so what it provides would be
// dropped in silence. A protocol that refines `SendableMetatype` has no such conformances: in a module whose code
// belongs to the main actor by default, the types that conform to it do not belong to it. Before Swift 6.2 there are
// none anyway.
#if compiler(>=6.2)
public typealias _NonisolatedConformance = SendableMetatype
#else
public typealias _NonisolatedConformance = Any
#endif
