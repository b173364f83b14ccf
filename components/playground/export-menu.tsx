'use client'
import { Download } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import type { Run } from '#lib/client/run.ts'
import { useApi } from './api-context.tsx'
import { download } from './download.ts'

/** What was sent and what came back, as files; of a batch, each request is in the archive. */
export function ExportMenu({ runs }: { runs: readonly Run[] }) {
  const { baseUrl } = useApi()
  const [run] = runs
  if (run === undefined) return null
  return (
    <Menu
      trigger={
        <Button variant="plain" className="relative h-6 text-xs">
          <Download size={14} aria-hidden />
          <span className="max-sm:sr-only">Export</span>
        </Button>
      }
      actions={[
        {
          label: 'Request body (JSON)',
          onSelect: () => download('request.json', run.request.body, 'application/json'),
        },
        {
          label: 'Response body',
          disabled: !run.response?.body,
          onSelect: () => download('response.json', run.response?.body ?? '', 'application/json'),
        },
        {
          label: 'Events (JSONL)',
          disabled: run.events.length === 0,
          onSelect: () =>
            void import('#lib/client/har.ts').then(({ toEventLines }) =>
              download('events.jsonl', toEventLines(run), 'application/jsonl'),
            ),
        },
        {
          label: 'Request and response (HAR)',
          onSelect: () =>
            void import('#lib/client/har.ts').then(({ toHar }) =>
              download('run.har', toHar(runs, baseUrl), 'application/json'),
            ),
        },
      ]}
    />
  )
}
