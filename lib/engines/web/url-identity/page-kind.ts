const assets = new Set(
  (
    'css js mjs map json5 png jpg jpeg jpe gif svg ico webp avif bmp tif tiff heic woff woff2 ttf otf eot ' +
    'mp3 m4a aac ogg oga opus wav flac mp4 m4v mkv mov avi wmv webm ogv mpg mpeg zip gz tgz bz2 xz 7z rar tar zst ' +
    'exe msi dmg pkg deb rpm apk iso img bin jar war wasm swf torrent'
  ).split(' '),
)
const documents = new Set(
  'pdf doc docx odt rtf txt md csv tsv xls xlsx ods ppt pptx odp epub xml rss atom json'.split(' '),
)

/**
 * What an address leads to, by its extension: assets are no pages, documents are listed and hold no links to read.
 */
export function pageKind(url: URL): 'page' | 'document' | 'asset' {
  const { pathname } = url
  const dot = pathname.lastIndexOf('.')
  if (dot === -1 || dot < pathname.lastIndexOf('/')) return 'page'
  const extension = pathname.slice(dot + 1).toLowerCase()
  if (assets.has(extension)) return 'asset'
  return documents.has(extension) ? 'document' : 'page'
}
