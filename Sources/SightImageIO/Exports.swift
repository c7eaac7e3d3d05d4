// The public API of decoders uses types of these modules.
@_exported public import SightGeometry
@_exported public import SightImage
