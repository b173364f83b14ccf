import { makeZip } from './make-zip.ts'

const spaces = ['office', 'text', 'table', 'style', 'meta']
  .map(name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

const bullets =
  '<text:list-style style:name="Bullets"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>'

/** An OpenDocument file with the given body XML, which may use the list style `Bullets`. */
export function makeOpenDocument(kind: 'text' | 'spreadsheet', body: string, author = ''): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`
  const manifest = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`
  return makeZip([
    { name: 'mimetype', data: type, stored: true },
    { name: 'META-INF/manifest.xml', data: manifest },
    {
      name: 'meta.xml',
      data: `<office:document-meta ${spaces}><office:meta><meta:initial-creator>${author}</meta:initial-creator></office:meta></office:document-meta>`,
    },
    { name: 'styles.xml', data: `<office:document-styles ${spaces}/>` },
    {
      name: 'content.xml',
      data: `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${spaces} office:version="1.3"><office:automatic-styles>${bullets}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ])
}
