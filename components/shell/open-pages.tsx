'use client'
import Link from 'next/link'
import { useAccount } from './account-context.tsx'
import { pageLinks } from './navigation.tsx'

/** Links to the pages that the role opens. */
export function OpenPages() {
  return (
    <ul className="flex flex-col gap-1">
      {pageLinks(useAccount()).map(({ href, label, icon }) => (
        <li key={href}>
          <Link
            href={href}
            className="inline-flex min-h-7 items-center gap-2 text-accent underline-offset-2 hover:underline"
          >
            {icon}
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
