import type { TestFile } from './document-files.ts'

/** One page that says “The moon moves the tides.”, behind the password `sesame`: 40-bit RC4, which pdf-lib does not write. */
export function lockedPdf(name: string): TestFile {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes, 'base64') }
}

const bytes =
  'JVBERi0xLjQKMSAwIG9iago8PC9UeXBlL0NhdGFsb2cvUGFnZXMgMiAwIFI+PgplbmRvYmoKMiAwIG9iago8PC9UeXBlL1Bh' +
  'Z2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PgplbmRvYmoKMyAwIG9iago8PC9UeXBlL1BhZ2UvUGFyZW50IDIgMCBSL01lZGlh' +
  'Qm94WzAgMCA1OTUgODQyXS9Db250ZW50cyA0IDAgUi9SZXNvdXJjZXM8PC9Gb250PDwvRjw8L1R5cGUvRm9udC9TdWJ0eXBl' +
  'L1R5cGUxL0Jhc2VGb250L0hlbHZldGljYT4+Pj4+Pj4+CmVuZG9iago0IDAgb2JqCjw8L0xlbmd0aCA1NT4+c3RyZWFtCv7c' +
  'D7aUA9TeS+18km69upuW9eTCmoHQdpS/RObJNIWeiCMb4H4oagRcYCbQfVL01gf7IW1EK68KZW5kc3RyZWFtCmVuZG9iago1' +
  'IDAgb2JqCjw8L0ZpbHRlci9TdGFuZGFyZC9WIDEvUiAyL08gPDkyZmUxZjU3NWNiYzRjOTY0NDY5M2YzM2MwN2NiNTRmNTg3' +
  'ZGNlMWUyNjgyZmU5ZWNlYTYxMDdhMWVmNjMwZGQ+L1UgPGQ3ZmQwZGNiMThhNjQxNmE0Mjg2Yjk4YWU2OTc3Y2MzYmY4N2Qy' +
  'MjJlYjliZWZiMjQ4OWM1NWZmZjQwMjdhOWI+L1AgLTQ0Pj4KZW5kb2JqCnhyZWYKMCA2CjAwMDAwMDAwMDAgNjU1MzUgZiAK' +
  'MDAwMDAwMDAwOSAwMDAwMCBuIAowMDAwMDAwMDU0IDAwMDAwIG4gCjAwMDAwMDAxMDUgMDAwMDAgbiAKMDAwMDAwMDI1NyAw' +
  'MDAwMCBuIAowMDAwMDAwMzU5IDAwMDAwIG4gCnRyYWlsZXIKPDwvU2l6ZSA2L1Jvb3QgMSAwIFIvRW5jcnlwdCA1IDAgUi9J' +
  'RFs8MDcwNzA3MDcwNzA3MDcwNzA3MDcwNzA3MDcwNzA3MDc+PDA3MDcwNzA3MDcwNzA3MDcwNzA3MDcwNzA3MDcwNzA3Pl0+' +
  'PgpzdGFydHhyZWYKNTQ3CiUlRU9G'
