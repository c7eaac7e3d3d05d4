// Users of the built-in models also need the types of `Sight`.
@_exported public import Sight
