// Decoders return types of these modules.
@_exported public import SightGeometry
@_exported public import SightImage
