'use client'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button.tsx'
import { formatBytes } from '#lib/client/format.ts'
import { prettyJson } from '#lib/client/pretty-json.ts'
import type { RequestBodies } from '#lib/contracts/team/requests.ts'

/** One kept body, as far as it was kept. */
export function RequestBody({
  label,
  body: { text, whole, bytes },
  fileName,
}: {
  label: string
  body: RequestBodies['request']
  fileName: string
}) {
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex-1 text-xs text-muted">
          {formatBytes(bytes)}
          {!whole && `, of which the beginning was kept`}. Secrets and data of images are left out.
        </span>
        <Button onClick={() => void copy(text, label)}>Copy</Button>
        <Button onClick={() => download(fileName, text)}>Download</Button>
      </div>
      {text === '' ? (
        <p className="text-muted">Nothing was read before the request ended.</p>
      ) : (
        <pre
          // A region that scrolls can be reached and moved by keys.
          tabIndex={0}
          aria-label={`${label} as text`}
          role="region"
          className="max-h-[60vh] overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap"
        >
          {prettyJson(text)}
        </pre>
      )}
    </section>
  )
}
