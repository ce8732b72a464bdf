extension Array {
    /// The elements of a page, the first of which is 1; all elements if no page is asked for.
    func page(_ number: Int?, size: Int?) -> [Element] {
        guard let number, let size, number > 0, size > 0 else { return self }
        return Array(dropFirst((number - 1) * size).prefix(size))
    }
}
