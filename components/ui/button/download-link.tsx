import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

/** Downloads a file, which the browser streams to disk. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      className="control inline-flex items-center gap-1.5 rounded-md border border-line bg-panel px-2.5 whitespace-nowrap hover:border-control"
    >
      <Download size={16} aria-hidden />
      {children}
    </a>
  )
}
