// FlyingFox and Endpoint both have an `HTTPMethod`, so no file imports the two.
import FlyingFox
import Foundation

/// The server's side of the API.
struct UsersHandler: HTTPHandler {
    private let routes: RoutedHTTPHandler

    init(_ store: UserStore) {
        var routes = RoutedHTTPHandler()
        routes.appendRoute("GET /api/users") { request in
            let sort = request.query["sort"].flatMap(Sort.init)
            return try .json(await store.users(team: request.query["team"], sort: sort))
        }
        routes.appendRoute("POST /api/users") { request in
            let new = try JSONDecoder().decode(NewUser.self, from: await request.bodyData)
            return try .json(await store.add(new), statusCode: .created)
        }
        routes.appendRoute("GET /api/users/:id") { request in
            guard let id = request.routeParameters["id"], let user = await store.user(id: id) else {
                return HTTPResponse(statusCode: .notFound)
            }
            return try .json(user)
        }
        self.routes = routes
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.headers[.authorization] == "Bearer \(AccessToken.value)" else {
            return HTTPResponse(statusCode: .unauthorized)
        }
        return try await routes.handleRequest(request)
    }
}
