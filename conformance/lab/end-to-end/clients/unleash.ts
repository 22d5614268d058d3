import { makeRequests } from "./client.ts";

const admin = "/api/admin";
const project = `${admin}/projects/default`;

await makeRequests({}, async (call, number) => {
  const name = `search-box-${number}`;
  const feature = `${project}/features/${name}`;
  const environment = `${feature}/environments/development`;
  if (number === 0)
    for (const path of ["/ui-config", "/environments", "/feature-types", "/projects"])
      await call("GET", admin + path);
  await call("POST", `${project}/features`, { name, type: number % 2 ? "release" : "experiment" });
  await call("GET", feature);
  await call("PUT", feature, { name, description: "changed", type: "release" });
  const strategy = await call("POST", `${environment}/strategies`, {
    name: "flexibleRollout",
    constraints: [],
    parameters: { rollout: "50", stickiness: "default", groupId: name },
  });
  await call("GET", `${environment}/strategies`);
  await call("GET", `${environment}/strategies/${strategy.id ?? ""}`);
  if (number % 3 === 0) await call("DELETE", `${environment}/strategies/${strategy.id ?? ""}`);
  await call("POST", `${environment}/on`);
  await call("GET", environment);
  await call("POST", `${environment}/off`);
  const type = `team${number}`;
  await call("POST", `${admin}/tag-types`, { name: type, description: "Team", icon: "t" });
  await call("GET", `${admin}/tag-types/${type}`);
  await call("POST", `${admin}/features/${name}/tags`, { type, value: "shelves" });
  await call("GET", `${admin}/features/${name}/tags`);
  const segment = await call("POST", `${admin}/segments`, {
    name: `segment-${number}`,
    description: "Some users",
    constraints: [],
  });
  await call("GET", `${admin}/segments/${segment.id ?? ""}`);
  if (number % 2) await call("DELETE", `${admin}/segments/${segment.id ?? ""}`);
  await call("GET", `${admin}/context`);
  const field = `tenant${number}`;
  await call("POST", `${admin}/context`, { name: field, legalValues: [{ value: "a" }] });
  await call("GET", `${admin}/context/${field}`);
  await call("GET", `${admin}/search/features?query=search`);
  await call("POST", `${project}/features`, { name });
  await call("GET", `${project}/features/none-${number}`);
  await call("POST", `${project}/features`, { name: "not valid!" });
  if (number % 4 > 0) return;
  for (const method of ["DELETE", "GET"]) await call(method, feature);
});
