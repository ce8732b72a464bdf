// modes: 6
// An app with its own type named `Endpoint`, which hides the module of that name.
import EndpointController
import Foundation

import struct Endpoint.HTTPMethod

enum Endpoint {}

struct CreateUser { var name: String }

extension CreateUser: APIEndpointType {
    var method: HTTPMethod { .post }
    var relativeURLString: String { "users" }
    var body: HTTPBody { .json(["name": name]) }
}

func method() -> Endpoint.HTTPMethod { .get }  // expect: 'HTTPMethod' is not a member type of enum
