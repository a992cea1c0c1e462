/** `npx node package/sbom.ts` prints the bill of materials as CycloneDX. With `--licences`, it prints one line for each package. */
import { readFlags } from '../schema/sentences.ts';
import { createBill, licenceOf } from './bill.ts';

const { values } = readFlags({ options: { licences: { type: 'boolean', default: false } } });
const bill = createBill();
const lines = bill.components.map((component) => `${component['bom-ref']}  ${licenceOf(component)}`);
process.stdout.write(`${values.licences ? lines.join('\n') : JSON.stringify(bill, null, 2)}\n`);
