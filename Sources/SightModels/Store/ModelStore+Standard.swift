import Foundation

extension ModelStore {
    /// The environment variable that names another folder for the standard store.
    public static let folderVariable = "SIGHT_MODEL_STORE"

    /// The store of this app or user.
    ///
    /// `Application Support/Sight` on Apple's systems (`Caches/Sight` on tvOS), excluded from
    /// backups; `$XDG_DATA_HOME/sight` or `~/.local/share/sight` elsewhere. The environment
    /// variable `SIGHT_MODEL_STORE` names another folder.
    public static var standard: ModelStore {
        standard(environment: ProcessInfo.processInfo.environment)
    }

    /// Returns the standard store for given environment variables.
    package static func standard(environment: [String: String]) -> ModelStore {
        if let path = environment[folderVariable], !path.isEmpty {
            return ModelStore(folder: URL(fileURLWithPath: path))
        }
        #if canImport(Darwin)
            #if os(tvOS)
                let place = FileManager.SearchPathDirectory.cachesDirectory
            #else
                let place = FileManager.SearchPathDirectory.applicationSupportDirectory
            #endif
            let base =
                FileManager.default.urls(for: place, in: .userDomainMask).first
                ?? FileManager.default.temporaryDirectory
            var folder = base.appendingPathComponent("Sight")
            try? DurableFolder.make(folder.path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? folder.setResourceValues(values)
            #if os(iOS) || os(tvOS) || os(visionOS)
                // The files in the folder inherit the class. They stay readable while the device is
                // locked, also in an app whose files are otherwise not. The texts are the values of
                // `FileAttributeKey.protectionKey` and of
                // `FileProtectionType.completeUntilFirstUserAuthentication`, which the SDK of
                // `Scripts/check-apple.sh` lacks.
                let key = FileAttributeKey(rawValue: "NSFileProtectionKey")
                let protection = "NSFileProtectionCompleteUntilFirstUserAuthentication"
                try? FileManager.default.setAttributes(
                    [key: protection], ofItemAtPath: folder.path)
            #endif
            return ModelStore(folder: folder)
        #else
            if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
                return ModelStore(folder: URL(fileURLWithPath: data + "/sight"))
            }
            let home = FileManager.default.homeDirectoryForCurrentUser
            return ModelStore(folder: home.appendingPathComponent(".local/share/sight"))
        #endif
    }
}
