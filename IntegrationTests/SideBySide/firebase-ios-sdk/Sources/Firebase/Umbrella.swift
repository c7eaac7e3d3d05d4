/// Stands in for the umbrella of firebase-ios-sdk.
public let umbrella = "firebase-ios-sdk"
