// The error codes come with every drop-in module.
@_exported public import SightDropIn
