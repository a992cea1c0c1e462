/** `npx node package/sbom.ts`: the bill of materials on standard output, as CycloneDX; `--licences` prints a line per package instead. */
import { parseArgs } from 'node:util';
import { createBill, licenceOf } from './bill.ts';

const { values } = parseArgs({ options: { licences: { type: 'boolean', default: false } } });
const bill = createBill();
const lines = bill.components.map((component) => `${component['bom-ref']}  ${licenceOf(component)}`);
process.stdout.write(`${values.licences ? lines.join('\n') : JSON.stringify(bill, null, 2)}\n`);
