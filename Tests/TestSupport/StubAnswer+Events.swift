package import EndpointStreaming
package import EndpointTesting

extension StubAnswer {
    /// A stream of server-sent events.
    package static func events(
        _ events: [ServerSentEvent],
        every interval: Duration = .zero,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> StubAnswer {
        .chunks(events.map(\.encoded), contentType: "text/event-stream", every: interval, clock: clock)
    }
}
