// FlyingFox and EndpointController both have an `HTTPMethod`, so no file imports both.
import FlyingFox
import Foundation
import Loopback

/// The server's side of the API.
struct UsersHandler: HTTPHandler {
    private let routes: RoutedHTTPHandler

    init(_ directory: Directory) {
        let store = UserStore(directory)
        var routes = RoutedHTTPHandler()
        routes.appendRoute("GET /api/users") { request in
            let sort = request.query["sort"].flatMap(Sort.init)
            let users = await store.users(team: request.query["team"], sort: sort)
            let number = request.query["page"].flatMap { Int($0) }
            let size = request.query["per_page"].flatMap { Int($0) }
            return try .json(users.page(number, size: size))
        }
        routes.appendRoute("POST /api/users") { request in
            let new = try JSONDecoder().decode(NewUser.self, from: await request.bodyData)
            return try .json(await store.add(new), statusCode: .created)
        }
        routes.appendRoute("GET /api/users/:id") { request in
            let id = request.routeParameters["id"] ?? ""
            guard let user = await store.user(id: id) else {
                let error = UsersError(reason: "There is no such user.", userID: id)
                return try .json(error, statusCode: .notFound)
            }
            return try .json(user)
        }
        routes.appendRoute("GET /api/sign-ins") { _ in .csv(store.signIns) }
        self.routes = routes
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.headers[.authorization] == "Bearer \(AccessToken.value)" else {
            return HTTPResponse(statusCode: .unauthorized)
        }
        return try await routes.handleRequest(request)
    }
}
