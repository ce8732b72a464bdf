// A cast outside an actor does not find a conformance that is isolated to the actor, so the values that the conformance
// supplies would be silently dropped. A protocol that refines `SendableMetatype` does not allow isolated conformances.
// So in a module whose code is isolated to the main actor by default, a type whose declaration lists such a protocol is
// nonisolated. Swift before 6.2 does not have isolated conformances.
#if compiler(>=6.2)
public typealias _NonisolatedConformance = SendableMetatype
#else
public typealias _NonisolatedConformance = Any
#endif
