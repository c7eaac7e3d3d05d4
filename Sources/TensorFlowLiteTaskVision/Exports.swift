// The module exports images and the error codes with the tasks.
@_exported public import MLImage
@_exported public import SightDropIn
