// Exports the API of Firebase's model downloader under the name of its module.
@_exported public import SightFirebaseModelDownloader
