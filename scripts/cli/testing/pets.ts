import { loadJudgingSuite } from "../traffic/judging-suite.ts";
import { folderWith } from "./folder.ts";

/** A document whose operations have a list, a creation, bytes, an upload and events. */
export const pets = `
openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
servers: [{ url: "https://pets.example/api/v1" }]
security: [{ key: [] }]
paths:
  /pets:
    get:
      operationId: listPets
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 50 } }]
      responses:
        "200":
          description: All pets.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } }
        "304": { description: Not changed. }
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses:
        "201":
          description: The pet.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "400":
          description: The request is not valid.
          content:
            application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } }
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getPet
      responses:
        "200":
          description: The pet.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "404": { description: There is no such pet. }
    delete: { operationId: deletePet, responses: { "204": { description: Deleted. } } }
  /pets/{id}/picture:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    put:
      operationId: putPicture
      requestBody: { required: true, content: { image/png: { schema: { type: string, format: binary } } } }
      responses: { "204": { description: Stored. } }
  /events:
    get:
      operationId: streamEvents
      responses:
        "200": { description: What happens., content: { text/event-stream: { schema: { type: string } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        id: { type: string, format: uuid }
        name: { type: string, minLength: 1, maxLength: 10 }
        password: { type: string, format: password }
        born: { type: string, format: date-time }
`;

/** The document as what judges traffic. */
export async function loadPets() {
  await using folder = await folderWith({ "pets.yaml": pets });
  return await loadJudgingSuite(folder.of("pets.yaml"), false);
}
