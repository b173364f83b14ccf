'use client'
import { copy } from '#components/playground/copy.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

/** The sitemap files that were read, in the order of reading. */
export function SitemapsDialog({ files, onClose }: { files: readonly string[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Sitemaps read" description="In the order in which they were read.">
      <ol className="flex list-decimal flex-col gap-1 pl-6 text-xs">
        {files.map(file => (
          <li key={file} className="break-all">
            <a
              href={file}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
            >
              <bdi>{file}</bdi>
            </a>
          </li>
        ))}
      </ol>
      <Button className="mt-4" onClick={() => void copy(files.join('\n'), 'List of sitemaps')}>
        Copy the list
      </Button>
    </Dialog>
  )
}
