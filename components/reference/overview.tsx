import { Link } from '#components/ui/link.tsx'
import type { ReactNode } from 'react'
import { Table } from '#components/ui/data/table.tsx'
import { toErrorTable } from './model/error-table.ts'
import type { ReferenceGroup } from '#lib/contracts/reference/reference-index.ts'
import { InlineCode } from '#components/ui/data/inline-code.tsx'
import { MethodMark } from './method-mark.tsx'
import { OpenTarget } from './open-target.tsx'

/** API basics and the list of operations. */
export function Overview({ baseUrl, groups }: { baseUrl: string; groups: readonly ReferenceGroup[] }) {
  return (
    <main id="main" className="scroll min-h-0 min-w-0 flex-1">
      <OpenTarget />
      <article className="mx-auto flex max-w-4xl flex-col gap-6 px-6 py-5 max-sm:px-3">
        <header>
          <h1 className="text-lg font-semibold">One API, one key</h1>
          <p className="max-w-prose text-muted">
            Existing SDKs work unchanged: set this base URL and an API key.
          </p>
        </header>
        <Part id="basics" title="Basics">
          <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-0">
            <Fact name="Base URL">
              <code className="break-all">{baseUrl}</code>
            </Fact>
            <Fact name="API key">
              <code>Authorization: Bearer $SEXTANT_API_KEY</code>. Create a key under{' '}
              <Link href="/team/keys" className="text-accent-text underline underline-offset-2">
                API keys
              </Link>
              .
            </Fact>
            <Fact name="Bodies">
              JSON up to 32 MiB, or a multipart form for files. Null means absent, unknown fields are ignored,
              and values are not coerced: <code>&quot;10&quot;</code> is not a number.
            </Fact>
            <Fact name="Request ID">
              Every response has an <code>x-request-id</code> header, which identifies it in the request log.
            </Fact>
            <Fact name="Limits">
              <code>x-ratelimit-*</code> headers if the key has limits. <code>retry-after</code> says when to
              retry; <code>x-should-retry: false</code> means do not retry.
            </Fact>
          </dl>
        </Part>
        <Part id="operations" title="Operations">
          {groups.map(({ title, links }) => (
            <section key={title} aria-label={title} className="mb-4">
              <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
              <ul className="border-t border-line">
                {links.map(({ id, method, path, summary }) => (
                  <li key={id} className="border-b border-line">
                    <Link href={`/reference/${id}`} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
                      <MethodMark method={method} />
                      <code className="break-all">{path}</code>
                      <span className="text-muted">
                        <InlineCode text={summary} />
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Part>
        <Part id="codes" title="Error codes">
          <Table
            caption="Error codes"
            rows={toErrorTable()}
            rowKey={({ code }) => code}
            empty="No error codes."
            columns={[
              { id: 'status', label: 'Status', cell: ({ status }) => <code>{status}</code> },
              { id: 'code', label: 'Code', cell: ({ code }) => <code>{code}</code> },
              { id: 'cause', label: 'Meaning', wide: true, cell: ({ cause }) => cause },
              { id: 'action', label: 'What to do', wide: true, cell: ({ action }) => action },
            ]}
          />
        </Part>
      </article>
    </main>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 scroll-mt-4 text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
