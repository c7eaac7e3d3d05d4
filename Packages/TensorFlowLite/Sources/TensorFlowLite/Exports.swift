// Exports the API of TensorFlowLiteSwift under the name of its module.
@_exported public import SightTensorFlowLite
