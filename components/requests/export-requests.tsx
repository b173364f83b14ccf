'use client'
import { Download } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { showFailure, showToast } from '#components/ui/toast.ts'
import { exportRequests } from '#lib/client/requests/ask-requests.ts'
import type { LogFilter } from '#lib/client/requests/filter-address.ts'
import type { RequestList } from '#lib/contracts/team/requests.ts'

const markdownRowsMax = 200

/** What matches, as a file for a spreadsheet or as a table for an issue. */
export function ExportRequests({ filter }: { filter: LogFilter }) {
  const take = (write: (list: RequestList) => Promise<void>) =>
    void exportRequests(filter)
      .then(write)
      .catch((error: unknown) => showFailure('Not exported', error))
  return (
    <Menu
      trigger={
        <Button>
          <Download size={16} aria-hidden />
          Export
        </Button>
      }
      actions={[
        {
          label: 'CSV (up to 10,000 rows)',
          onSelect: () =>
            take(async ({ requests, next }) => {
              const { toRequestsCsv } = await import('#lib/client/requests/export-requests.ts')
              download('requests.csv', toRequestsCsv(requests), 'text/csv;charset=utf-8')
              if (next !== null)
                showToast('The newest 10,000 are in the file', {
                  description: 'Filter by time for the others.',
                })
            }),
        },
        {
          label: 'Copy as a Markdown table',
          onSelect: () =>
            take(async ({ requests }) => {
              const { toRequestsMarkdown } = await import('#lib/client/requests/export-requests.ts')
              await copy(toRequestsMarkdown(requests.slice(0, markdownRowsMax)), 'Table')
            }),
        },
      ]}
    />
  )
}
