// modes: 6
// The short form of a case in a `catch`, where the compiler does not know the type of the error.
import EndpointController
import Foundation

func showUser(_ api: EndpointController<EndpointDefaultServerError>, _ file: URL) async {
    do {
        try await api.load(RESTEndpoint<Data>(path: "users/7")).write(to: file)
    } catch .unacceptableStatus(let response, _) {  // expect: '_' can only appear in a pattern
        print(response.statusCode)
    } catch {
        print(error)
    }
}

func showTimeout(_ api: EndpointController<EndpointDefaultServerError>) async {
    do {
        _ = try await api.load(RESTEndpoint<Data>(path: "users/7"))
    } catch .timedOut {
        print("Try again.")
    } catch .invalidRequest(let call, let error) {
        print(call, error)
    } catch {
        print(error.request?.url ?? "no request")
    }
}

func showUserLater(_ api: EndpointController<EndpointDefaultServerError>) {
    Task {
        do {
            print(try await api.load(RESTEndpoint<String>(path: "users/7")))
        } catch {
            print(error.response?.statusCode ?? 0)  // expect: value of type 'any Error' has no member 'response'
        }
    }
}
