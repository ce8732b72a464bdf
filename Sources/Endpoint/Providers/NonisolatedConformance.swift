// A cast outside an actor does not find a conformance that belongs to the actor, so the values that it supplies would
// be silently dropped. A protocol that refines `SendableMetatype` has no such conformances: in a module whose code
// belongs to the main actor by default, the types that conform to it do not belong to that actor. Before Swift 6.2
// there are no such conformances.
#if compiler(>=6.2)
public typealias _NonisolatedConformance = SendableMetatype
#else
public typealias _NonisolatedConformance = Any
#endif
