// TensorFlowLiteObjC: an interpreter, its tensors, a signature, delegates and errors.
@import Foundation;
@import SightObjectiveC;
@import SightTensorFlowLite;

// The numbers of errors and types are those of TensorFlowLiteObjC's header.
_Static_assert(TFLInterpreterErrorCodeInvalidShape == 2, "");
_Static_assert(TFLInterpreterErrorCodeFailedToLoadModel == 3, "");
_Static_assert(TFLInterpreterErrorCodeFailedToInvoke == 5, "");
_Static_assert(TFLInterpreterErrorCodeInvalidTensor == 7, "");
_Static_assert(TFLInterpreterErrorCodeCopyDataToOutputTensorNotAllowed == 10, "");
_Static_assert(TFLInterpreterErrorCodeFailedToAllocateTensors == 12, "");
_Static_assert(TFLInterpreterErrorCodeInvokeInterpreterRequired == 14, "");
_Static_assert(TFLSignatureRunnerErrorCodeInvalidInputByteSize == 0, "");
_Static_assert(TFLSignatureRunnerErrorCodeFailedToInvoke == 3, "");
_Static_assert(TFLSignatureRunnerErrorCodeCopyDataToOutputTensorNotAllowed == 8, "");
_Static_assert(TFLSignatureRunnerErrorCodeFailedToAllocateTensors == 10, "");
_Static_assert(TFLTensorDataTypeUInt8 == 4, "");
_Static_assert(TFLTensorDataTypeBFloat16 == 10, "");
_Static_assert(TFLMetalDelegateThreadWaitTypeAggressive == 3, "");
_Static_assert(TFLCoreMLDelegateEnabledDevicesAll == 1, "");

static NSArray<TFLDelegate *> *Delegates(void) {
  TFLMetalDelegateOptions *metal = [[TFLMetalDelegateOptions alloc] init];
  metal.precisionLossAllowed = YES;
  metal.quantizationEnabled = !metal.isPrecisionLossAllowed;
  metal.waitType = TFLMetalDelegateThreadWaitTypeActive;
  TFLCoreMLDelegateOptions *coreML = [[TFLCoreMLDelegateOptions alloc] init];
  coreML.enabledDevices = TFLCoreMLDelegateEnabledDevicesAll;
  coreML.maxDelegatedPartitions = 2;
  NSMutableArray<TFLDelegate *> *delegates = [[NSMutableArray alloc] init];
  [delegates addObject:[[TFLMetalDelegate alloc] initWithOptions:metal]];
  TFLCoreMLDelegate *neuralEngine = [[TFLCoreMLDelegate alloc] initWithOptions:coreML];
  if (neuralEngine != nil) [delegates addObject:neuralEngine];
  TFLCDelegate pointer = delegates.firstObject.cDelegate;
  return pointer == NULL ? @[] : delegates;
}

NSData *RunModel(NSString *path, NSData *pixels, NSError **error) {
  TFLInterpreterOptions *options = [[TFLInterpreterOptions alloc] init];
  options.numberOfThreads = 2;
  options.useXNNPACK = YES;
  TFLInterpreter *interpreter = [[TFLInterpreter alloc] initWithModelPath:path
                                                                  options:options
                                                                delegates:Delegates()
                                                                    error:error];
  if (interpreter == nil || interpreter.inputTensorCount != 1) return nil;
  if (![interpreter resizeInputTensorAtIndex:0 toShape:@[ @1, @224, @224, @3 ] error:error]) {
    return nil;
  }
  if (![interpreter allocateTensorsWithError:error]) return nil;
  TFLTensor *input = [interpreter inputTensorAtIndex:0 error:error];
  if (input.dataType != TFLTensorDataTypeUInt8 || ![input copyData:pixels error:error]) return nil;
  if (![interpreter invokeWithError:error]) return nil;
  TFLTensor *output = [interpreter outputTensorAtIndex:0 error:error];
  TFLQuantizationParameters *parameters = output.quantizationParameters;
  NSArray<NSNumber *> *shape = [output shapeWithError:error];
  NSLog(@"%@ %@ %f %d", output.name, shape, parameters.scale, parameters.zeroPoint);
  return [output dataWithError:error];
}

NSData *RunSignature(TFLInterpreter *interpreter, NSData *numbers) {
  NSError *error;
  NSString *key = interpreter.signatureKeys.firstObject;
  if (key == nil) return nil;
  TFLSignatureRunner *runner = [interpreter signatureRunnerWithKey:key error:&error];
  NSString *first = runner.inputs.firstObject;
  if (first == nil) return nil;
  [runner resizeInputTensorWithName:first toShape:@[ @2 ] error:&error];
  if (![runner allocateTensorsWithError:&error]) return nil;
  TFLTensor *input = [runner inputTensorWithName:first error:&error];
  if (![input copyData:numbers error:&error]) return nil;
  if (![runner invokeWithInputs:@{first : numbers} Error:&error]) {
    if ([error.domain isEqualToString:TFLSignatureRunnerErrorDomain] &&
        error.code == TFLSignatureRunnerErrorCodeFailedToInvoke) {
      NSLog(@"%@ of TensorFlow Lite %@", runner.signatureKey, TFLVersion);
    }
    return nil;
  }
  NSString *last = runner.outputs.lastObject;
  return last == nil ? nil : [[runner outputTensorWithName:last error:&error] dataWithError:&error];
}
