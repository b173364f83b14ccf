import { toFormParts } from '#lib/contracts/core/form-parts.ts'
import { formatBytes } from '#lib/client/format.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { SentRequest } from '#lib/client/run.ts'

/** Whether a request is sent as a form; its body then represents the parts. */
export function isForm({ path }: Pick<SentRequest, 'path'>): boolean {
  return path === '/upload'
}

/** The name of the file in a form; null without one. */
export function fileNameOf(request: SentRequest): string | null {
  if (!isForm(request)) return null
  const file = partsOf(request.body).find(part => part.kind === 'file')
  return file?.fileName ?? null
}

/** The parts of a form as sent: of a file its name, type and size. */
export function toFormText(body: string): string {
  return partsOf(body)
    .map(part =>
      part.kind === 'text'
        ? `Content-Disposition: form-data; name="${part.name}"\n\n${part.value}\n`
        : [
            `Content-Disposition: form-data; name="${part.name}"; filename="${part.fileName}"`,
            `Content-Type: ${part.type}`,
            '',
            part.sizeBytes === null ? '(binary)' : `(${formatBytes(part.sizeBytes)})`,
            '',
          ].join('\n'),
    )
    .join('\n')
}

/** Bytes of the files and texts of a form, without separators. */
export function formBytes(body: string): number {
  return partsOf(body).reduce(
    (sum, part) => sum + (part.kind === 'text' ? part.value.length : (part.sizeBytes ?? 0)),
    0,
  )
}

/** The parts in the format of an HTTP archive. */
export function toHarParams(body: string) {
  return partsOf(body).map(part =>
    part.kind === 'text'
      ? { name: part.name, value: part.value }
      : { name: part.name, fileName: part.fileName, contentType: part.type },
  )
}

function partsOf(body: string) {
  return isRecord(readJson(body)) ? toFormParts(body) : []
}
