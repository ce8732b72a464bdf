import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests with multipart/form-data.
extension ByHand {
    static func addPhoto(_ photo: Data) -> URLRequest {
        let boundary = "Endpoint-\(UUID().uuidString)"
        let head = """
            --\(boundary)\r
            Content-Disposition: form-data; name="title"\r
            \r
            Holiday\r
            --\(boundary)\r
            Content-Disposition: form-data; name="place"\r
            \r
            Lago Maggiore\r
            --\(boundary)\r
            Content-Disposition: form-data; name="visibility"\r
            \r
            public\r
            --\(boundary)\r
            Content-Disposition: form-data; name="photo"; filename="photo.jpeg"\r
            Content-Type: image/jpeg\r
            \r

            """
        var body = Data(head.utf8)
        body.append(photo)
        body.append(contentsOf: "\r\n--\(boundary)--\r\n".utf8)
        return post(
            "https://api.example.com/v3/photos", body, contentType: "multipart/form-data; boundary=\(boundary)")
    }

    static func usualAddPhoto(_ photo: Data) -> URLRequest {
        let boundary = UUID().uuidString
        var body = Data()
        for (name, value) in ["title": "Holiday", "place": "Lago Maggiore", "visibility": "public"] {
            body.append("--\(boundary)\r\n".data(using: .utf8)!)
            body.append("Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n".data(using: .utf8)!)
            body.append("\(value)\r\n".data(using: .utf8)!)
        }
        body.append("--\(boundary)\r\n".data(using: .utf8)!)
        body.append("Content-Disposition: form-data; name=\"photo\"; filename=\"photo.jpeg\"\r\n".data(using: .utf8)!)
        body.append("Content-Type: image/jpeg\r\n\r\n".data(using: .utf8)!)
        body.append(photo)
        body.append("\r\n--\(boundary)--\r\n".data(using: .utf8)!)
        return usualPost("photos", body, contentType: "multipart/form-data; boundary=\(boundary)")
    }
}
