import HTTPTypes
import Hummingbird

/// Answers the methods that a path does not have with the names of those that it has.
///
/// - Source: RFC 9110, 15.5.6.
struct OtherMethods {
    private static let all: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options,
    ]

    let router: Router<ServiceContext>

    /// Adds routes for all methods of a path except those that it has; `HEAD` comes with `GET`.
    func refuse(_ path: RouterPath, except methods: [HTTPRequest.Method]) {
        let own = methods.contains(.get) ? methods + [.head] : methods
        let names = own.map(\.rawValue).joined(separator: ", ")
        for method in Self.all where !own.contains(method) {
            router.on(path, method: method) { request, _ in
                var response = JSONReply.make(
                    ["error": "the methods of this path are \(names), not \(request.method)"],
                    status: .methodNotAllowed)
                response.headers[.allow] = names
                return response
            }
        }
    }
}
