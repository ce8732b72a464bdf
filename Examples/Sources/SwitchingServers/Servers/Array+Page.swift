extension Array {
    /// Returns the elements of a page, counted from 1; all elements if the number or the size is missing or is not
    /// positive.
    func page(_ number: Int?, size: Int?) -> [Element] {
        guard let number, let size, number > 0, size > 0 else { return self }
        return Array(dropFirst((number - 1) * size).prefix(size))
    }
}
