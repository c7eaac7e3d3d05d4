// Images and the error codes come with the tasks.
@_exported public import MLImage
@_exported public import SightDropIn
