// Functions in place of `#expect` and `#require`: expanding these macros takes as long as all other checking of the tests.
import Testing

func _expect(_ condition: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil) {}

@discardableResult
func _expect<Failure: Error, Result>(
    throws errorType: Failure.Type, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil,
    performing: () throws -> Result
) -> Failure? { nil }

@discardableResult
func _expect<Failure: Error, Result>(
    throws errorType: Failure.Type, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil,
    isolation: isolated (any Actor)? = #isolation, performing: () async throws -> sending Result
) async -> Failure? { nil }

@discardableResult
func _expect<Failure: Error & Equatable, Result>(
    throws error: Failure, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil,
    performing: () throws -> Result
) -> Failure? { nil }

@discardableResult
func _expect<Failure: Error & Equatable, Result>(
    throws error: Failure, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil,
    isolation: isolated (any Actor)? = #isolation, performing: () async throws -> sending Result
) async -> Failure? { nil }

func _require(_ condition: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil) throws {}

func _require<Value>(
    _ value: Value?, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil
) throws -> Value { fatalError() }

@available(*, deprecated, message: "The value is not optional, so that nothing is required.")
func _require<Value>(_ value: Value, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil) throws -> Value {
    fatalError()
}

@discardableResult
func _require<Failure: Error, Result>(
    throws errorType: Failure.Type, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil,
    performing: () throws -> Result
) throws -> Failure { fatalError() }

@discardableResult
func _require<Failure: Error, Result>(
    throws errorType: Failure.Type, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil,
    isolation: isolated (any Actor)? = #isolation, performing: () async throws -> sending Result
) async throws -> Failure { fatalError() }
