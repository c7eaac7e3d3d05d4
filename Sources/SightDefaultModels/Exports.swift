// Who loads the built-in models goes on with the types of `Sight`.
@_exported public import Sight
