// The callback queue comes with every drop-in module.
@_exported public import SightDropIn
