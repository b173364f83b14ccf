import { Download } from 'lucide-react'

/** Fetches all of what is shown as a file, which the browser writes to disk as it comes. */
export function UsageExport({ query }: { query: URLSearchParams }) {
  return (
    <a
      href={`/api/usage/export?${query.toString()}`}
      download
      className="control inline-flex items-center gap-1.5 rounded-md border border-line bg-panel px-2.5 whitespace-nowrap hover:border-control"
    >
      <Download size={16} aria-hidden />
      CSV
    </a>
  )
}
