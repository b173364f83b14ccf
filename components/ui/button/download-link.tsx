import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

/** Downloads a file, which the browser streams to disk. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      className="control inline-flex items-center gap-1.5 rounded-md border border-line-strong bg-raised px-3 font-medium shadow-1 whitespace-nowrap hover:bg-hover"
    >
      <Download size={16} aria-hidden />
      {children}
    </a>
  )
}
