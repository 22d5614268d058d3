import { falseAlarmsOf } from "./conformance/lab/testing/self-comparison.ts";
for (const s of ["gateway","merchant","sandbox"]) { const t=performance.now(); const f=await falseAlarmsOf("generated/"+s); console.log(s, performance.now()-t, f.map(x=>x.of+" "+x.change.severity+" "+x.change.operation+x.change.pointer+" "+x.change.id+" "+x.change.message).slice(0,8)); }
