# The package traits of the image codecs and video, for other scripts to source with bash 3.2 or
# later.
CODECS=(JPEG PNG WebP HEIF Video)

# Homebrew installs some libraries outside the common folders.
if command -v brew >/dev/null; then
    for formula in jpeg-turbo libspng webp libheif ffmpeg; do
        PKG_CONFIG_PATH="$(brew --prefix)/opt/$formula/lib/pkgconfig:${PKG_CONFIG_PATH:-}"
    done
    export PKG_CONFIG_PATH
fi

# Prints the names of a trait's libraries in pkg-config.
library() {
    case $1 in
    JPEG) echo libturbojpeg ;;
    PNG) echo spng ;;
    WebP) echo libwebp ;;
    HEIF) echo libheif ;;
    SQLite) echo sqlite3 ;;
    zlib) echo zlib ;;
    Video) echo libavdevice libavformat libavcodec libswscale libavutil ;;
    esac
}

debian_package() {
    case $1 in
    JPEG) echo libturbojpeg0-dev ;;
    PNG) echo libspng-dev ;;
    WebP) echo libwebp-dev ;;
    HEIF) echo libheif-dev ;;
    SQLite) echo libsqlite3-dev ;;
    zlib) echo zlib1g-dev ;;
    Video) echo libavdevice-dev libavformat-dev libavcodec-dev libswscale-dev libavutil-dev ;;
    esac
}

homebrew_package() {
    case $1 in
    JPEG) echo jpeg-turbo ;;
    PNG) echo libspng ;;
    WebP) echo webp ;;
    HEIF) echo libheif ;;
    SQLite) echo sqlite ;;
    zlib) echo zlib ;;
    Video) echo ffmpeg ;;
    esac
}

# The names are separate words on purpose.
# shellcheck disable=SC2046
has_library() { command -v pkg-config >/dev/null && pkg-config --exists $(library "$1"); }
