@_spi(Tools) extension Duration {
    /// The duration, from zero to ten years: `ContinuousClock` ends the process if it has to sleep for about 300
    /// billion years.
    public var limited: Duration { min(max(self, .zero), .seconds(315_360_000)) }
}
