#if canImport(ObjectiveC)
    public import Foundation

    // Swift imports the original's Objective-C methods under these names, so Swift code that used
    // TensorFlowLiteObjC calls them.

    extension TFLInterpreter {
        /// Makes a signature runner, which keeps the interpreter alive.
        ///
        /// - Throws: an `NSError` in `TFLSignatureRunnerErrorDomain`.
        @nonobjc public func signatureRunner(withKey key: String) throws -> TFLSignatureRunner {
            try signatureRunner(key: key)
        }
    }

    extension TFLSignatureRunner {
        /// Returns the input with a name.
        ///
        /// - Throws: an `NSError`.
        @nonobjc public func inputTensor(withName name: String) throws -> TFLTensor {
            try inputTensor(name: name)
        }

        /// Returns the output with a name.
        ///
        /// - Throws: an `NSError`.
        @nonobjc public func outputTensor(withName name: String) throws -> TFLTensor {
            try outputTensor(name: name)
        }

        /// Changes the shape of an input; the next run allocates the tensors again.
        ///
        /// - Throws: an `NSError`.
        @nonobjc public func resizeInputTensor(
            withName name: String, toShape shape: [NSNumber]
        ) throws {
            try resizeInputTensor(name: name, toShape: shape)
        }

        /// Copies data to inputs by name, and runs the signature.
        ///
        /// - Throws: an `NSError`.
        @nonobjc public func invoke(withInputs inputs: [String: Data]) throws {
            try invoke(inputs: inputs)
        }
    }
#endif
