// `import AVFoundation` on platforms that have none: the parts of it that SightPlatform stands in
// for.
@_exported public import SightPlatform
